#include "text/built_in_template.h"

namespace strata {

std::string_view built_in_template() {
    return R"jinja({#- ChatML with a think block before every answer and function calls in tags. -#}
{%- set thinking = enable_thinking | default(true) -%}
{%- set keep_thinking = preserve_thinking | default(true) -%}
{%- set seen = namespace(last_question=-1, pictures=0, videos=0) -%}

{#- The text of a message: a string, or parts of which pictures and videos become placeholders. -#}
{%- macro text_of(content, number_media=false) -%}
    {%- if content is string -%}
        {{- content -}}
    {%- elif content is iterable and content is not mapping -%}
        {%- for part in content -%}
            {%- if part.type in ['image', 'image_url'] -%}
                {%- if number_media and add_vision_id -%}
                    {%- set seen.pictures = seen.pictures + 1 -%}
                    {{- 'Picture ' ~ seen.pictures ~ ': ' -}}
                {%- endif -%}
                {{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
            {%- elif part.type == 'video' -%}
                {%- if number_media and add_vision_id -%}
                    {%- set seen.videos = seen.videos + 1 -%}
                    {{- 'Video ' ~ seen.videos ~ ': ' -}}
                {%- endif -%}
                {{- '<|vision_start|><|video_pad|><|vision_end|>' -}}
            {%- elif part.text is string -%}
                {{- part.text -}}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}

{%- if not messages -%}
    {{- raise_exception('There are no messages to answer.') -}}
{%- endif -%}

{%- set has_system = messages[0].role == 'system' -%}
{%- set system = (text_of(messages[0].content) if has_system else '') | trim -%}
{%- if tools -%}
    {{- '<|im_start|>system\n# Tools\n\nYou have access to the following functions:\n\n<tools>' -}}
    {%- for tool in tools -%}
        {{- '\n' ~ (tool | tojson) -}}
    {%- endfor -%}
    {{- '\n</tools>\n\nTo call a function, write exactly this, with a parameter block for each argument:\n\n' -}}
    {{- '<tool_call>\n<function=NAME>\n<parameter=ARGUMENT>\nvalue\n</parameter>\n</function>\n</tool_call>\n\n' -}}
    {{- 'Write text as it is and every other value as JSON. Calls may follow each other; write nothing behind them.' -}}
    {%- if system -%}
        {{- '\n\n' ~ system -}}
    {%- endif -%}
    {{- '<|im_end|>\n' -}}
{%- elif system -%}
    {{- '<|im_start|>system\n' ~ system ~ '<|im_end|>\n' -}}
{%- endif -%}

{#- Thinking of answers before the last question goes away unless it is to be kept. -#}
{%- for message in messages -%}
    {%- if message.role == 'user' -%}
        {%- set question = text_of(message.content) | trim -%}
        {%- if not (question.startswith('<tool_response>') and question.endswith('</tool_response>')) -%}
            {%- set seen.last_question = loop.index0 -%}
        {%- endif -%}
    {%- endif -%}
{%- endfor -%}
{%- if seen.last_question < 0 -%}
    {{- raise_exception('There is no question of the user to answer.') -}}
{%- endif -%}

{%- for message in messages -%}
    {%- set content = text_of(message.content, true) | trim -%}
    {%- if message.role == 'system' -%}
        {%- if not loop.first -%}
            {{- raise_exception('A system message may only come first.') -}}
        {%- endif -%}
    {%- elif message.role == 'user' -%}
        {{- '<|im_start|>user\n' ~ content ~ '<|im_end|>\n' -}}
    {%- elif message.role == 'assistant' -%}
        {{- '<|im_start|>assistant\n' -}}
        {%- if keep_thinking or loop.index0 > seen.last_question -%}
            {{- '<think>\n' ~ (message.reasoning_content | default('', true) | trim) ~ '\n</think>\n\n' -}}
        {%- endif -%}
        {{- content -}}
        {%- for call in message.tool_calls | default([], true) -%}
            {%- set function = call.function | default(call) -%}
            {{- '\n' if not loop.first else '\n\n' if content -}}
            {{- '<tool_call>\n<function=' ~ function.name ~ '>\n' -}}
            {%- for name, value in function.arguments | default({}, true) | items -%}
                {{- '<parameter=' ~ name ~ '>\n' ~ (value if value is string else value | tojson) -}}
                {{- '\n</parameter>\n' -}}
            {%- endfor -%}
            {{- '</function>\n</tool_call>' -}}
        {%- endfor -%}
        {{- '<|im_end|>\n' -}}
    {%- elif message.role == 'tool' -%}
        {{- '<|im_start|>user' if not loop.previtem or loop.previtem.role != 'tool' -}}
        {{- '\n<tool_response>\n' ~ content ~ '\n</tool_response>' -}}
        {{- '<|im_end|>\n' if loop.last or loop.nextitem.role != 'tool' -}}
    {%- else -%}
        {{- raise_exception('Messages of the role ' ~ message.role ~ ' are unknown.') -}}
    {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
    {{- '<|im_start|>assistant\n<think>\n' ~ ('' if thinking else '\n</think>\n\n') -}}
{%- endif -%}
)jinja";
}

}  // namespace strata
