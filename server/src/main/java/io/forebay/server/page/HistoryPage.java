package io.forebay.server.page;

import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import java.util.Set;

/// `/api/history`: the last minutes of a process, for charts. `window` is `5m` or `1h`. Safe from any thread.
public final class HistoryPage implements ApiPage {
    private final History history;

    /// Of this history.
    public HistoryPage(History history) {
        this.history = history;
    }

    @Override
    public Reply answer(String query) {
        Parameters asked = Parameters.of(query, Set.of("window"));
        Window window = Window.of(asked.text("window").orElse(Window.FIVE_MINUTES.word()));
        return Reply.ok(history.track(window).tree());
    }
}
