#pragma once

#include <memory>

#include <QString>

class QLockFile;

namespace strata::app {

/// The folder that holds what belongs to the person: chats and parked conversations. One program at a time has it.
class DataFolder {
public:
    enum class State {
        ready,
        in_use,        ///< another running program has it
        not_writable,  ///< nothing can be kept there
    };

    /// Makes the folder if need be, readable by its user alone, and takes it. An empty path: the user's own data
    /// folder.
    explicit DataFolder(const QString& path);
    ~DataFolder();

    State state() const { return state_; }
    QString path() const { return path_; }
    QString settings() const;  ///< file; in the user's configuration folder unless another data folder was named
    QString chats() const;     ///< the database
    QString pictures() const;  ///< folder of the chats' pictures
    QString parked() const;    ///< folder of parked conversations
    QString models() const;    ///< folder for model files, if the person chooses no other
    QString logs() const;      ///< folder
    QString check() const;     ///< folder for files that a check needs while it runs

private:
    QString path_;
    QString settings_;
    State state_ = State::not_writable;
    std::unique_ptr<QLockFile> lock_;
};

}  // namespace strata::app
