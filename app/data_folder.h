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
        in_use,            ///< another running program of this PC has it
        in_use_elsewhere,  ///< a program on another PC has it
        not_writable,      ///< nothing can be kept there
    };

    /// Makes the folder if need be, readable by its user alone, and takes it. An empty path: the user's own data
    /// folder.
    explicit DataFolder(const QString& path);
    ~DataFolder();

    State state() const { return state_; }
    /// Name of the PC that has it, with in_use_elsewhere.
    QString otherPc() const { return other_pc_; }
    /// Gives the folder back before the end, so that a new program can take it.
    void release();
    QString path() const { return path_; }
    QString settings() const;  ///< file; in the user's configuration folder unless another data folder was named
    QString chats() const;     ///< the database
    QString pictures() const;  ///< folder of the chats' pictures
    QString parked() const;    ///< folder of parked conversations
    QString models() const;    ///< folder for model files, if the person chooses no other
    QString logs() const;      ///< folder
    QString lock() const;      ///< file that says who has the folder
    QString requests() const;  ///< file that says what left this PC
    QString marker() const;    ///< file that says how the last run ended
    QString check() const;     ///< folder for files that a check needs while it runs

private:
    QString path_;
    QString settings_;
    QString other_pc_;
    State state_ = State::not_writable;
    std::unique_ptr<QLockFile> lock_;
};

}  // namespace strata::app
