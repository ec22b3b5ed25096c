package io.anixops.lease.models;

import java.util.List;

/**
 * The label protocol's model with its bounds: as small as lets every broken variant still be found broken, so that
 * holding in them means something.
 */
record FenceModel(
        String operators, String candidates1, String candidates2, String look, boolean select, boolean nonce) {

    /** Two operators that see different candidates and may act for the same or an older token. */
    static FenceModel twoOperators() {
        return new FenceModel("{o1, o2}", "{p1}", "{p2}", "after", true, true);
    }

    static FenceModel oneOperator() {
        return new FenceModel("{o1}", "{p1, p2}", "{p1, p2}", "after", true, true);
    }

    FenceModel thatLooksBeforeItsOwnMark() {
        return new FenceModel(operators, candidates1, candidates2, "before", select, nonce);
    }

    FenceModel thatFindsLabelsOnlyAndNoTokens() {
        return new FenceModel(operators, candidates1, candidates2, look, false, nonce);
    }

    FenceModel whoseRemovalsChangeNothing() {
        return new FenceModel(operators, candidates1, candidates2, look, select, false);
    }

    String configuration(List<String> invariants) {
        return """
                SPECIFICATION Spec
                CHECK_DEADLOCK FALSE
                CONSTANTS
                  Ops = %s
                  Pods = {p1, p2}
                  OA = o1
                  C1 = %s
                  C2 = %s
                  LOOK = "%s"
                  SELECT = %s
                  NONCE = %s
                  MAXTOK = 2
                  MAXW = 4
                  MAXNET = 2
                  MAXUID = 1
                INVARIANTS %s
                """.formatted(
                operators, candidates1, candidates2, look, tla(select), tla(nonce), String.join(" ", invariants));
    }

    private static String tla(boolean value) {
        return value ? "TRUE" : "FALSE";
    }
}
