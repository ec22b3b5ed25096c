package io.anixops.lease.planted.operator;

final class ReconcilerThatPrints {
    void report() {
        System.out.println("done");
    }
}
