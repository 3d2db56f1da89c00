#include "ui/attachments/attachment_text.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace strata::ui {

/// Context of the translations.
struct AttachmentText {
    Q_DECLARE_TR_FUNCTIONS(AttachmentText)
};

namespace {

constexpr double kLettersPerPiece = 4.2;  // of English and source text; only a guess is shown
constexpr int kRoundedTo = 1'000;

QString otherPicture(const QString& name, const QString& kind) {
    if (kind == QLatin1String("HEIC") || kind == QLatin1String("AVIF")) {
        return AttachmentText::
            tr("%1 is a %2 photo, which Strata cannot open here. Save it as JPEG, or copy it from the photo app and "
               "paste.")
                .arg(name, kind);
    }
    return AttachmentText::tr(
               "%1 is a %2 picture, which Strata cannot open here. Save it as PNG or JPEG, or copy it from another "
               "program and paste.")
        .arg(name, kind);
}

QString pictureProblem(const QString& name, const app::PictureProblem& problem) {
    const QLocale locale;
    const QString amount = locale.toString(problem.amount, 'f', 0);
    const QString limit = locale.toString(problem.limit, 'f', 0);
    switch (problem.fault) {
        case app::PictureFault::other_kind:
            return otherPicture(name, problem.content.name);
        case app::PictureFault::too_big:
            return problem.limit < 200
                       ? AttachmentText::tr(
                             "%1 is %2 megapixels. The limit for a %3 picture of this form is %4. Save it as an "
                             "ordinary JPEG.")
                             .arg(name, amount, problem.content.name, limit)
                       : AttachmentText::tr("%1 is %2 megapixels. The limit is %3.").arg(name, amount, limit);
        case app::PictureFault::too_long:
            return AttachmentText::tr("%1 is %2 pixels long. The limit is %3.").arg(name, amount, limit);
        case app::PictureFault::too_heavy:
            return AttachmentText::tr("%1 is %2 MB. The limit is %3.").arg(name, amount, limit);
        case app::PictureFault::too_narrow:
            return AttachmentText::tr("%1 is too narrow: %2 times longer than wide. The limit is %3.")
                .arg(name, amount, limit);
        case app::PictureFault::damaged:
        case app::PictureFault::not_readable:
            break;
    }
    return AttachmentText::tr("%1 is damaged or not a picture.").arg(name);
}

QString piecesText(const QString& text) {
    const double guess = static_cast<double>(text.size()) / kLettersPerPiece;
    const auto rounded =
        static_cast<qlonglong>(guess < kRoundedTo ? guess : guess / kRoundedTo) * (guess < kRoundedTo ? 1 : kRoundedTo);
    return AttachmentText::tr("%1, about %2 pieces")
        .arg(QLocale().formattedDataSize(text.toUtf8().size(), 0, QLocale::DataSizeSIFormat),
             QLocale().toString(std::max<qlonglong>(rounded, 1)));
}

}  // namespace

QString attachmentProblem(const app::ImportProblem& problem) {
    switch (problem.kind) {
        case app::ImportProblem::Kind::picture:
            return pictureProblem(problem.name, problem.picture);
        case app::ImportProblem::Kind::not_taken:
            break;
        case app::ImportProblem::Kind::text_too_big:
            return AttachmentText::tr("%1 is over 1 MB. Strata takes text files up to that size.").arg(problem.name);
        case app::ImportProblem::Kind::not_read:
            return problem.reason.isEmpty()
                       ? AttachmentText::tr("%1 is a folder or no file. Strata can take pictures and plain text.")
                             .arg(problem.name)
                       : AttachmentText::tr("%1 could not be read (%2).").arg(problem.name, problem.reason);
        case app::ImportProblem::Kind::not_stored:
            return AttachmentText::tr("%1 could not be stored (%2).").arg(problem.name, problem.reason);
    }
    const QString kind = problem.picture.content.name;
    return kind.isEmpty()
               ? AttachmentText::tr("Strata can take pictures and plain text. %1 is neither.").arg(problem.name)
               : AttachmentText::tr("Strata can take pictures and plain text. %1 is a %2 file.")
                     .arg(problem.name, kind);
}

QString attachmentDetails(const Attachment& attachment) {
    switch (attachment.kind) {
        case Attachment::Kind::reading:
            return AttachmentText::tr("Reading…");
        case Attachment::Kind::text:
            return piecesText(attachment.text);
        case Attachment::Kind::picture:
            break;
    }
    const app::AttachedPicture& picture = attachment.picture;
    QStringList parts;
    const bool shrunk = picture.source_width != picture.width || picture.source_height != picture.height;
    parts.append(shrunk ? AttachmentText::tr("%1 → %2").arg(sizeText(picture.source_width, picture.source_height),
                                                            sizeText(picture.width, picture.height))
                        : sizeText(picture.width, picture.height));
    if (attachment.more_frames) {
        parts.append(AttachmentText::tr("first frame"));
    }
    return parts.join(QStringLiteral(", "));
}

QString attachmentName(const Attachment& attachment) {
    if (!attachment.name.isEmpty()) {
        return attachment.name;
    }
    return attachment.kind == Attachment::Kind::text ? AttachmentText::tr("Pasted text")
                                                     : AttachmentText::tr("Pasted picture");
}

QString spokenAttachment(const Attachment& attachment, int place, int count) {
    const QString what = attachment.kind == Attachment::Kind::text ? AttachmentText::tr("Text %1 of %2: %3, %4")
                                                                   : AttachmentText::tr("Picture %1 of %2: %3, %4");
    return what.arg(place).arg(count).arg(attachmentName(attachment), attachmentDetails(attachment));
}

QString sizeText(int width, int height) {
    return QStringLiteral("%1×%2").arg(width).arg(height);
}

}  // namespace strata::ui
