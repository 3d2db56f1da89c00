#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QTextBrowser>

namespace strata::ui {

class Theme;

/// Shows a document as part of a larger page: as high as its text, no scroll bars, no frame. The text can be selected
/// with mouse and keyboard and copied as plain text. Fetches nothing and follows no link: it only says what was asked.
class TextView : public QTextBrowser {
    Q_OBJECT

public:
    explicit TextView(const Theme* theme, QWidget* parent = nullptr);

    /// Shows a document that somebody else owns and that must not go before it is replaced or the view goes.
    void showDocument(QTextDocument* document);
    void setMuted(bool muted);

    static constexpr int kAsWideAsView = -1;
    static constexpr int kNoWrap = 0;
    /// How wide lines are before they are wrapped, in pixels or one of the two above. What does not fit is scrolled
    /// sideways.
    void setLineWidth(int width);

    /// Selects from one position to another as part of a larger selection. None: there is nothing of it here; what was
    /// selected otherwise stays.
    void showSelection(const std::optional<std::pair<int, int>>& selection);
    /// Marks stretches of the text, from one position to another.
    void showMarks(const std::vector<std::pair<int, int>>& marks);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    /// The pointer or the keyboard is on a link, or on none any more (empty).
    void linkPointedAt(const QUrl& target);
    void linkActivated(const QUrl& target);
    /// The text caret moved; `area` is where it is, in this widget's coordinates.
    void caretMoved(const QRect& area);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    QMimeData* createMimeDataFromSelection() const override;

private:
    void restyle();

    const Theme* theme_;
    int line_width_ = kAsWideAsView;
    bool muted_ = false;
    bool shows_selection_ = false;
};

}  // namespace strata::ui
