package io.anixops.lease.planted.util;

final class Strings {
    private Strings() {}
}
