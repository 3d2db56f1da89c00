#pragma once

#include <QLatin1String>

/// Names in our JSON of exported chats; docs/formats/export.md tells what they mean. They never change.
namespace strata::app::export_format {

inline constexpr int kFormatVersion = 1;
inline constexpr QLatin1String kFormatName("strata-chats");

inline constexpr QLatin1String kFormat("format");
inline constexpr QLatin1String kVersion("version");
inline constexpr QLatin1String kExported("exported");
inline constexpr QLatin1String kChats("chats");
inline constexpr QLatin1String kPictures("pictures");

inline constexpr QLatin1String kId("id");
inline constexpr QLatin1String kTitle("title");
inline constexpr QLatin1String kCreated("created");
inline constexpr QLatin1String kChanged("changed");
inline constexpr QLatin1String kPinned("pinned");
inline constexpr QLatin1String kInstructions("instructions");
inline constexpr QLatin1String kLeaf("leaf");
inline constexpr QLatin1String kMessages("messages");

inline constexpr QLatin1String kParent("parent");
inline constexpr QLatin1String kRole("role");
inline constexpr QLatin1String kTime("time");
inline constexpr QLatin1String kText("text");
inline constexpr QLatin1String kReasoning("reasoning");
inline constexpr QLatin1String kToolCalls("tool_calls");
inline constexpr QLatin1String kToolCallId("tool_call_id");
inline constexpr QLatin1String kName("name");
inline constexpr QLatin1String kArguments("arguments");
inline constexpr QLatin1String kState("state");
inline constexpr QLatin1String kThinking("thinking");
inline constexpr QLatin1String kModel("model");
inline constexpr QLatin1String kProgramVersion("program_version");
inline constexpr QLatin1String kSettings("settings");
inline constexpr QLatin1String kErrorCode("error_code");
inline constexpr QLatin1String kErrorText("error_text");
inline constexpr QLatin1String kThinkingMs("thinking_ms");
inline constexpr QLatin1String kFirstWordMs("first_word_ms");
inline constexpr QLatin1String kPieces("pieces");
inline constexpr QLatin1String kPiecesPerSecond("pieces_per_second");
inline constexpr QLatin1String kRemembered("remembered");
inline constexpr QLatin1String kPromptPieces("prompt_pieces");
inline constexpr QLatin1String kReusedPieces("reused_pieces");
inline constexpr QLatin1String kSource("source");
inline constexpr QLatin1String kReason("reason");
inline constexpr QLatin1String kRestoredBytes("restored_bytes");
inline constexpr QLatin1String kRestoreMs("restore_ms");

}  // namespace strata::app::export_format
