package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.Namespace;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutFitTest {
    private static final Namespace ASKED = new Namespace("m", "t", "one");
    private static final Namespace OTHER_LAYOUT = new Namespace("m", "t", "two");
    private static final Namespace OTHER_TENANT = new Namespace("m", "u", "one");

    @Test
    void onlyOtherLayoutsOfTheModelAreAnotherLayout() {
        assertEquals(Outcome.MISS_LAYOUT, LayoutFit.cause(ASKED, List.of(OTHER_LAYOUT)));
    }

    @Test
    void withoutAnyBlockOfTheModelNobodyHasIt() {
        assertEquals(Outcome.MISS_NO_OWNER, LayoutFit.cause(ASKED, List.of()));
    }

    @Test
    void aLayoutThatIsStoredIsNoReasonWhosever() {
        assertEquals(Outcome.MISS_NO_OWNER, LayoutFit.cause(ASKED, List.of(OTHER_LAYOUT, ASKED)));
        assertEquals(Outcome.MISS_NO_OWNER, LayoutFit.cause(ASKED, List.of(OTHER_LAYOUT, OTHER_TENANT)));
    }
}
