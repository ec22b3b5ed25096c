SELECT name, holder, token, expires_at - clock_timestamp() AS left FROM database_lease ORDER BY name;
