#include "ui/chat/answer_settings.h"

#include <algorithm>
#include <array>

#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

namespace strata::ui {
namespace {

// The middle of the five styles leaves what the model's authors chose.
constexpr std::array kStyleFactors{0.0F, 0.5F, 1.0F, 1.3F, 1.6F};

}  // namespace

AnswerSettings answerSettings(const app::ModelSettings& settings, Thinking thinking, bool built_in_model) {
    AnswerSettings answer;
    if (built_in_model) {
        answer.sampling = SamplingOptions::greedy();
    } else {
        answer.sampling = SamplingOptions::for_thinking(thinking);
        const auto style =
            std::clamp<std::size_t>(static_cast<std::size_t>(std::max(settings.style, 0)), 0, kStyleFactors.size() - 1);
        answer.sampling.temperature = settings.temperature ? static_cast<float>(*settings.temperature)
                                                           : answer.sampling.temperature * kStyleFactors[style];
    }
    answer.sampling.seed = settings.seed ? *settings.seed : QRandomGenerator::global()->generate();
    answer.limits.max_tokens = settings.longest_answer;
    return answer;
}

QString textOf(const AnswerSettings& settings) {
    const SamplingOptions& sampling = settings.sampling;
    // A number of JSON may lose the last digits of a seed.
    QJsonObject object{{QStringLiteral("temperature"), qRound(sampling.temperature * 100) / 100.0},
                       {QStringLiteral("top_p"), qRound(sampling.top_p * 100) / 100.0},
                       {QStringLiteral("top_k"), sampling.top_k},
                       {QStringLiteral("seed"), QString::number(sampling.seed)},
                       {QStringLiteral("longest_answer"), settings.limits.max_tokens}};
    if (settings.without_pictures) {
        object.insert(QStringLiteral("without_pictures"), true);
    }
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

}  // namespace strata::ui
