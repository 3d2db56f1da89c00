// Starts strata-test-server with a script and ends it again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = process.env.STRATA_TEST_SERVER;

/// turns: as in an engine script; config: as in a server configuration.
export async function startServer(turns, config = {}, script = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'strata-clients-'));
    const write = (name, value) => {
        const path = join(folder, name);
        writeFileSync(path, JSON.stringify(value));
        return path;
    };
    const child = spawn(program, [
        '--port', '0',
        '--server-config', write('config.json', config),
        '--engine-script', write('script.json', { n_ctx: 32768, turns, ...script }),
    ], { stdio: ['ignore', 'pipe', 'inherit'] });
    const base = await new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
        createInterface({ input: child.stdout }).on('line', (line) => {
            const match = /^listening on (http:\S+)$/.exec(line);
            if (match) resolve(match[1]);
        });
    });
    for (;;) {
        const health = await fetch(`${base}/health`);
        await health.body?.cancel();
        if (health.status === 200 || script.start_ms || script.load === 'fail') break;
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return {
        base,
        async status() {
            const answer = await fetch(`${base}/status`);
            return answer.json();
        },
        async stop() {
            const ended = new Promise((resolve) => child.once('exit', resolve));
            child.kill('SIGTERM');
            await ended;
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/// Waits until the server has nothing to do; false: it went on for so long.
export async function becomesIdle(server, milliseconds) {
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
        if ((await server.status()).phase === 'idle') return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
}
