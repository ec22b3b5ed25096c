// Command go-holder works while it holds a lease, in any number of processes: one of them at a time. It needs no library:
// one statement takes and renews the row, and only the database's clock judges it.
package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// No row comes back while another has the lease. The table itself gives each new term its token.
const take = `
INSERT INTO database_lease AS l (name, holder, expires_at, acquired_at, renewed_at)
VALUES ($1, $2, clock_timestamp() + $3 * interval '1 s', clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET
  holder = excluded.holder,
  expires_at = clock_timestamp() + $3 * interval '1 s',
  acquired_at = CASE WHEN l.holder = $2 AND l.expires_at >= clock_timestamp() THEN l.acquired_at ELSE clock_timestamp() END,
  renewed_at = clock_timestamp()
WHERE l.holder = $2 OR l.expires_at < clock_timestamp()
RETURNING token`

const release = `
UPDATE database_lease SET expires_at = clock_timestamp()
WHERE name = $1 AND holder = $2 AND expires_at > clock_timestamp()`

// The work: raises, and writes nothing, unless the lease is still held with that token.
const step = `
INSERT INTO worker_step (token, worker) SELECT $2::bigint, $3 FROM database_lease_assert_held($1, $2::bigint)`

func main() {
	name, ttl := required("LEASE_NAME"), must(time.ParseDuration(required("LEASE_TTL")))
	db := must(sql.Open("pgx", required("DATABASE_URL")))
	holder := fmt.Sprintf("%s-%x", must(os.Hostname()), nonce()) // a restarted process is another holder
	running, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()

	var token int64
	var trusted time.Time
	for running.Err() == nil {
		sent := time.Now() // before the request leaves: the term has begun later
		err := within(ttl/6, func(ctx context.Context) error {
			return db.QueryRowContext(ctx, take, name, holder, ttl.Seconds()).Scan(&token)
		})
		switch {
		case err == nil:
			trusted = sent.Add(ttl * 2 / 3)
		case errors.Is(err, sql.ErrNoRows):
			trusted = sent // another has it
		default:
			log.Printf("the database does not say who has %s: %v", name, err)
		}
		work(running, db, name, holder, token, sent.Add(ttl/3), trusted)
	}
	err := within(ttl/6, func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, release, name, holder)
		return err
	})
	log.Printf("ends, the lease is given back: %v", err == nil)
}

// work takes short steps until the next renewal is due, each only while the last answer is trusted.
func work(running context.Context, db *sql.DB, name, holder string, token int64, due, trusted time.Time) {
	for running.Err() == nil && time.Now().Before(due) {
		if left := time.Until(trusted); left > 0 {
			if err := within(left, func(ctx context.Context) error {
				_, err := db.ExecContext(ctx, step, name, token, holder)
				return err
			}); err != nil {
				log.Printf("a step was refused or not answered: %v", err)
			}
		}
		select {
		case <-running.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func within(limit time.Duration, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return call(ctx)
}

func nonce() []byte {
	bytes := make([]byte, 4)
	_ = must(rand.Read(bytes))
	return bytes
}

func required(variable string) string {
	value, there := os.LookupEnv(variable)
	if !there {
		log.Fatalf("the environment has no %s", variable)
	}
	return value
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
