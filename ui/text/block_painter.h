#pragma once

class QPainter;
class QRectF;
class QTextDocument;

namespace strata::ui {

class Theme;

/// Draws what stands around the text of a document that DocumentWriter wrote: panels behind code, bars beside quotes,
/// the markers of lists, rules. Only what `visible` (in the document's coordinates) touches is looked at.
void paintBlocks(QPainter& painter, const QTextDocument& document, const QRectF& visible, const Theme& theme);

}  // namespace strata::ui
