// Installs the clients beside the build, once for each list of them, and runs their tests:
//   node run_clients.mjs FOLDER      STRATA_TEST_SERVER names the server's program
// Ends with 77 where the packages cannot be had, as without a network.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const skipped = 77;
const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
const lock = 'package-lock.json';
mkdirSync(folder, { recursive: true });
const mark = join(folder, 'installed.json');
const wanted = readFileSync(join(here, lock), 'utf8');
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    rmSync(mark, { force: true });
    copyFileSync(join(here, 'package.json'), join(folder, 'package.json'));
    copyFileSync(join(here, lock), join(folder, lock));
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: folder, stdio: 'inherit', shell: process.platform === 'win32',
    });
    if (npm.status !== 0) {
        console.log('The clients could not be installed; their tests are left out.');
        process.exit(skipped);
    }
    writeFileSync(mark, wanted);
}
for (const name of ['clients.test.mjs', 'scripted_server.mjs']) copyFileSync(join(here, name), join(folder, name));
const tests = spawnSync(process.execPath, ['--test', '--test-concurrency=1', 'clients.test.mjs'], { cwd: folder, stdio: 'inherit' });
process.exit(tests.status ?? 1);
