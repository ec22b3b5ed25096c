package io.anixops.lease.e2e;

import java.io.File;
import java.util.Optional;

/**
 * What a {@link Campaign} is run on.
 *
 * @param planted whether its processes work on for a while after they were told to stop, and another hand labels a pod
 * @param hunt whether it is to find out one of the {@link Mutant}s, or nothing without it: it ends as soon as anything is
 *     violated, and its pods come back under their names
 * @param mutated the product with a slip in it
 */
record CampaignRig(boolean planted, boolean hunt, Optional<Mutated> mutated) {
    static final CampaignRig SOUND = new CampaignRig(false, false, Optional.empty());
    static final CampaignRig SOUND_HUNT = new CampaignRig(false, true, Optional.empty());
    static final CampaignRig PLANTED = new CampaignRig(true, false, Optional.empty());

    static CampaignRig huntFor(Mutant mutant) {
        return new CampaignRig(false, true, Optional.of(Mutated.by(mutant)));
    }

    /** Of the library's processes. */
    String classPath() {
        var sound = System.getProperty("java.class.path");
        return mutated.map(one -> one.folder() + File.pathSeparator + sound).orElse(sound);
    }
}
