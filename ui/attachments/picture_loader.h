#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include <QCache>
#include <QDateTime>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QThreadPool>

#include "app/chat_record.h"
#include "app/pictures/picture_store.h"
#include "strata/result.h"

namespace strata::ui {

/// Brings pictures of chats from the store to the window without making it wait. Lives on the window's thread.
class PictureLoader : public QObject {
    Q_OBJECT

public:
    using Pictures = std::map<QString, std::shared_ptr<const Picture>>;

    /// The store must outlive this.
    explicit PictureLoader(app::PictureStore* store, QObject* parent = nullptr);
    ~PictureLoader() override;

    app::PictureStore* store() const { return store_; }
    /// Null until it is loaded; then thumbnailReady is told. One that cannot be read stays null.
    QImage thumbnail(const QString& hash);
    /// Puts one that is known already.
    void putThumbnail(const QString& hash, const QImage& thumbnail);
    /// The whole picture; on this thread, later.
    void image(const QString& hash, QObject* context, std::function<void(const Result<QImage>&)> then);
    /// Pictures for a request, by their hashes.
    void readAll(const std::vector<app::AttachedPicture>& pictures, std::function<void(Result<Pictures>)> then);
    /// Writes the picture's file to a place outside. The error's words are empty if all went well.
    void save(const QString& hash, const QString& path, QObject* context,
              std::function<void(const QString& error)> then);
    /// Removes the files of pictures that are not in use and older than that.
    void removeOthers(const QSet<QString>& in_use, const QDateTime& before);

Q_SIGNALS:
    void thumbnailReady(const QString& hash, const QImage& thumbnail);

private:
    app::PictureStore* store_;
    QThreadPool pool_;
    QCache<QString, QImage> thumbnails_;
    QSet<QString> loading_;
};

}  // namespace strata::ui
