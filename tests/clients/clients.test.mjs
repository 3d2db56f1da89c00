// What the clients that people really use make of the server: their own parsers, types and retries are the judges.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';

import { becomesIdle, startServer } from './scripted_server.mjs';

const weatherCall = [
    'Let me look.\n\n<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n',
    '<parameter=days>\n2\n</parameter>\n</function>\n</tool_call>',
].join('');
const weatherSchema = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city'],
};
const hello = [{ thinking: 'The user greets me.', text: 'Hello! How can I help?', end: 'stop' }];
const question = [{ role: 'user', content: 'Say hello.' }];

/// A server for the tests of one group.
function withServer(turns, config, script) {
    const holder = {};
    before(async () => { Object.assign(holder, await startServer(turns, config, script)); });
    after(async () => { await holder.stop(); });
    return holder;
}

describe('openai', () => {
    const client = (server, options = {}) =>
        new OpenAI({ baseURL: `${server.base}/v1`, apiKey: 'any', ...options });

    describe('plain answers', () => {
        const server = withServer(hello);

        test('chat', async () => {
            const answer = await client(server).chat.completions.create({ model: 'm', messages: question });
            assert.equal(answer.choices[0].message.content, 'Hello! How can I help?');
            assert.equal(answer.choices[0].message.reasoning_content, 'The user greets me.');
            assert.equal(answer.choices[0].finish_reason, 'stop');
            assert.equal(answer.model, 'm');
            assert.match(answer._request_id, /^req_/);
        });

        test('chat, streamed', async () => {
            const stream = await client(server).chat.completions.create({
                model: 'm', messages: question, stream: true, stream_options: { include_usage: true },
            });
            let text = '', usage = null;
            for await (const chunk of stream) {
                text += chunk.choices[0]?.delta?.content ?? '';
                usage = chunk.usage ?? usage;
            }
            assert.equal(text, 'Hello! How can I help?');
            assert.ok(usage.prompt_tokens > 0 && usage.completion_tokens > 0);
        });

        test('the helper for streams puts the message together', async () => {
            const runner = client(server).chat.completions.stream({ model: 'm', messages: question });
            const message = await runner.finalMessage();
            assert.equal(message.content, 'Hello! How can I help?');
        });

        test('completions', async () => {
            const answer = await client(server).completions.create({ model: 'm', prompt: 'Once' });
            assert.equal(answer.choices[0].text, 'Hello! How can I help?');
        });

        test('responses', async () => {
            const answer = await client(server).responses.create({ model: 'm', input: 'Say hello.' });
            assert.equal(answer.output_text, 'Hello! How can I help?');
            assert.equal(answer.status, 'completed');
        });

        test('responses, streamed', async () => {
            const stream = client(server).responses.stream({ model: 'm', input: 'Say hello.' });
            let text = '';
            for await (const event of stream) {
                if (event.type === 'response.output_text.delta') text += event.delta;
            }
            const final = await stream.finalResponse();
            assert.equal(text, 'Hello! How can I help?');
            assert.equal(final.output_text, text);
        });

        test('models', async () => {
            const ids = [];
            for await (const model of client(server).models.list()) ids.push(model.id);
            assert.ok(ids.length > 0);
            assert.equal((await client(server).models.retrieve(ids[0])).id, ids[0]);
        });

        test('a wrong field is an error with its name', async () => {
            await assert.rejects(
                client(server).chat.completions.create({ model: 'm', messages: question, temperature: 9 }),
                (error) => error instanceof OpenAI.BadRequestError && error.param === 'temperature',
            );
        });

        test('a prompt that is too long is refused with both numbers', async () => {
            await assert.rejects(
                client(server).chat.completions.create({
                    model: 'm', messages: [{ role: 'user', content: 'word '.repeat(20000) }],
                }),
                (error) => error.status === 400 && error.code === 'context_length_exceeded' && /\d+ tokens/.test(error.message),
            );
        });
    });

    describe('tools', () => {
        const server = withServer([{ thinking: '', text: weatherCall, end: 'stop' }]);
        const tools = [{ type: 'function', function: { name: 'get_weather', parameters: weatherSchema } }];

        test('a call', async () => {
            const answer = await client(server).chat.completions.create({ model: 'm', messages: question, tools });
            const [call] = answer.choices[0].message.tool_calls;
            assert.equal(answer.choices[0].finish_reason, 'tool_calls');
            assert.equal(call.function.name, 'get_weather');
            assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Oslo', days: 2 });
        });

        test('a streamed call is put together by the helper', async () => {
            const runner = client(server).chat.completions.stream({ model: 'm', messages: question, tools });
            const message = await runner.finalMessage();
            assert.deepEqual(JSON.parse(message.tool_calls[0].function.arguments), { city: 'Oslo', days: 2 });
            assert.equal(message.tool_calls[0].function.name, 'get_weather');
        });

        test('a call in responses, streamed', async () => {
            const stream = client(server).responses.stream({
                model: 'm', input: 'Weather?', tools: [{ type: 'function', name: 'get_weather', parameters: weatherSchema, strict: false }],
            });
            const final = await stream.finalResponse();
            const call = final.output.find((item) => item.type === 'function_call');
            assert.deepEqual(JSON.parse(call.arguments), { city: 'Oslo', days: 2 });
        });

        test('the result of a call is read', async () => {
            const answer = await client(server).chat.completions.create({
                model: 'm', tools,
                messages: [
                    ...question,
                    { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }] },
                    { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
                ],
            });
            assert.ok(answer.usage.prompt_tokens > 0);
        });
    });

    describe('long answers', () => {
        const server = withServer([{ thinking: '', text: 'word '.repeat(2000), per_token_ms: 5, end: 'none' }]);

        test('a client that leaves in the middle stops the answer', async () => {
            const controller = new AbortController();
            const stream = await client(server).chat.completions.create(
                { model: 'm', messages: question, stream: true }, { signal: controller.signal });
            let pieces = 0;
            await assert.rejects(async () => {
                for await (const chunk of stream) {
                    if (chunk.choices[0]?.delta?.content && ++pieces === 3) controller.abort();
                }
                throw new Error('it was not stopped');
            }, (error) => error.message !== 'it was not stopped' || controller.signal.aborted);
            assert.ok(await becomesIdle(server, 2000), 'the answer went on');
        });

        test('a client that leaves without a stream stops the answer', async () => {
            const controller = new AbortController();
            const asked = client(server, { maxRetries: 0 }).chat.completions.create(
                { model: 'm', messages: question }, { signal: controller.signal });
            setTimeout(() => controller.abort(), 300);
            await assert.rejects(asked);
            assert.ok(await becomesIdle(server, 2000), 'the answer went on');
        });
    });

    describe('keys', () => {
        const server = withServer(hello, { api_key: 'secret' });

        test('the right key opens, a wrong one does not', async () => {
            const answer = await client(server, { apiKey: 'secret' }).chat.completions.create({ model: 'm', messages: question });
            assert.equal(answer.choices.length, 1);
            await assert.rejects(client(server).chat.completions.create({ model: 'm', messages: question }), OpenAI.AuthenticationError);
        });
    });

    describe('a model that is being loaded', () => {
        const server = withServer(hello, {}, { start_ms: 1500 });

        test('the client tries again by itself until it is there', async () => {
            const answer = await client(server, { maxRetries: 5 }).chat.completions.create({ model: 'm', messages: question });
            assert.equal(answer.choices[0].message.content, 'Hello! How can I help?');
        });
    });
});

describe('anthropic', () => {
    const client = (server, options = {}) => new Anthropic({ baseURL: server.base, apiKey: 'any', ...options });
    const asked = { model: 'claude-sonnet-4-5', max_tokens: 200, messages: question };

    describe('plain answers', () => {
        const server = withServer(hello);

        test('a message, without thinking unless it is asked for', async () => {
            const message = await client(server).messages.create(asked);
            assert.deepEqual(message.content.map((block) => block.type), ['text']);
            assert.equal(message.content[0].text, 'Hello! How can I help?');
            assert.equal(message.stop_reason, 'end_turn');
            assert.equal(message.model, 'claude-sonnet-4-5');
        });

        test('with thinking, streamed, the helper puts blocks together', async () => {
            const stream = client(server).messages.stream({ ...asked, max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2048 } });
            const message = await stream.finalMessage();
            assert.deepEqual(message.content.map((block) => block.type), ['thinking', 'text']);
            assert.equal(message.content[0].thinking, 'The user greets me.');
            assert.ok(message.content[0].signature.length > 0);
            assert.equal(await stream.finalText(), 'Hello! How can I help?');
        });

        test('tokens are counted as the answer would report them', async () => {
            const { input_tokens: counted } = await client(server).messages.countTokens({ model: asked.model, messages: question });
            const message = await client(server).messages.create(asked);
            assert.equal(message.usage.input_tokens + message.usage.cache_read_input_tokens, counted);
        });

        test('errors have the shape of the client', async () => {
            await assert.rejects(
                client(server).messages.create({ ...asked, messages: [] }),
                (error) => error instanceof Anthropic.BadRequestError && error.error.error.type === 'invalid_request_error',
            );
        });
    });

    describe('tools', () => {
        const server = withServer([{ thinking: '', text: weatherCall, end: 'stop' }]);
        const tools = [{ name: 'get_weather', input_schema: weatherSchema }];

        test('a call, whole and streamed', async () => {
            const message = await client(server).messages.create({ ...asked, tools });
            assert.equal(message.stop_reason, 'tool_use');
            assert.deepEqual(message.content.find((block) => block.type === 'tool_use').input, { city: 'Oslo', days: 2 });
            const streamed = await client(server).messages.stream({ ...asked, tools }).finalMessage();
            assert.deepEqual(streamed.content.find((block) => block.type === 'tool_use').input, { city: 'Oslo', days: 2 });
            assert.equal(streamed.content[0].text, message.content[0].text);
        });
    });

    describe('long answers', () => {
        const server = withServer([{ thinking: '', text: 'word '.repeat(2000), per_token_ms: 5, end: 'none' }]);

        test('a client that leaves in the middle stops the answer', async () => {
            const stream = client(server).messages.stream({ ...asked, max_tokens: 20000 });
            stream.on('text', () => stream.abort());
            await assert.rejects(stream.finalMessage());
            assert.ok(await becomesIdle(server, 2000), 'the answer went on');
        });
    });

    describe('keys', () => {
        const server = withServer(hello, { api_key: 'secret' });

        test('a wrong key is an authentication error', async () => {
            assert.equal((await client(server, { apiKey: 'secret' }).messages.create(asked)).role, 'assistant');
            await assert.rejects(client(server).messages.create(asked), Anthropic.AuthenticationError);
        });
    });
});

describe('ai', () => {
    const model = (server) =>
        createOpenAICompatible({ name: 'strata', baseURL: `${server.base}/v1`, apiKey: 'any', includeUsage: true })('m');

    describe('plain answers', () => {
        const server = withServer(hello);

        test('text and thinking', async () => {
            const answer = await generateText({ model: model(server), prompt: 'Say hello.' });
            assert.equal(answer.text, 'Hello! How can I help?');
            assert.equal(answer.reasoningText, 'The user greets me.');
            assert.equal(answer.finishReason, 'stop');
        });

        test('streamed', async () => {
            const answer = streamText({ model: model(server), prompt: 'Say hello.' });
            let text = '';
            for await (const piece of answer.textStream) text += piece;
            assert.equal(text, 'Hello! How can I help?');
            assert.ok((await answer.usage).outputTokens > 0);
        });
    });

    describe('tools', () => {
        const server = withServer([
            { thinking: '', text: weatherCall, end: 'stop' },
            { thinking: '', text: 'It rains.', end: 'stop' },
        ]);
        const tools = {
            get_weather: tool({
                description: 'Forecast for a city',
                inputSchema: z.object({ city: z.string(), days: z.number().optional() }),
            }),
        };

        test('a streamed call', async () => {
            const answer = streamText({ model: model(server), prompt: 'Weather in Oslo?', tools });
            await answer.consumeStream();
            const calls = await answer.toolCalls;
            assert.equal(calls.length, 1);
            assert.deepEqual(calls[0].input, { city: 'Oslo', days: 2 });
            assert.equal(await answer.finishReason, 'tool-calls');
        });
    });

    describe('errors', () => {
        const server = withServer([{ thinking: '', text: 'Hello', end: 'die' }]);

        test('an engine that dies in the middle is an error, not an end', async () => {
            const problems = [];
            const answer = streamText({ model: model(server), prompt: 'Hi', maxRetries: 0, onError: ({ error }) => problems.push(error) });
            await answer.consumeStream({ onError: () => {} });
            assert.ok(problems.length > 0);
        });
    });
});
