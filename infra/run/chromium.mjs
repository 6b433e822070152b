import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inCheckout } from './checkout.mjs'
import { canInstallPackages, installPackage, onPath } from './packages.mjs'
import { Failure, phase } from './say.mjs'
import { MissingTool } from './test-steps.mjs'
import { runTool } from './tool.mjs'

/** The headless shell starts and paints faster, so it comes first. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Whether this is a working browser. Some distributions install a script here that only names
 * another package.
 * @param {string} path
 */
function starts(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && /chrom/i.test(stdout)
}

function findInstalled() {
  const candidates = [
    ...names.flatMap((name) => onPath(name, process.env.PATH ?? '')),
    ...elsewhere.filter(existsSync),
  ]
  return candidates.find(starts)
}

/** The browser that Playwright has downloaded, if there is one. @param {string} node */
function findPlaywrightsOwn(node) {
  const script = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  const { stdout } = spawnSync(node, ['-e', script], { cwd: inCheckout('e2e'), encoding: 'utf8' })
  const path = stdout?.trim()
  return path && existsSync(path) && starts(path) ? path : undefined
}

/**
 * The path of a Chromium for the tests: that of CHROMIUM_PATH, an installed one, the distribution's
 * package (as root), or Playwright's download.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function ensureChromium(node) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named) && starts(named)) return named
    throw new Failure(
      `CHROMIUM_PATH names ${named}, which is not a browser that starts. Correct it or leave it out.`,
    )
  }
  return (
    findInstalled() ?? findPlaywrightsOwn(node) ?? phase('Installing a browser for the journeys', install)
  )

  /** @param {(state: string) => void} tell */
  async function install(tell) {
    const isRoot = process.getuid?.() === 0
    if (canInstallPackages()) {
      tell('the distribution’s package')
      const fromPackage = await installPackage('chromium-headless-shell')
        .catch(() => installPackage('chromium'))
        .then(findInstalled, () => undefined)
      if (fromPackage) return fromPackage
    }
    tell('Playwright’s own')
    await runTool({
      name: 'browser',
      command: node,
      args: [playwrightCli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'],
      cwd: inCheckout('e2e'),
      advice:
        'Install Chromium or Chrome yourself, or name one in CHROMIUM_PATH; then run the command again.',
    })
    const own = findPlaywrightsOwn(node)
    if (own) return own
    throw new Failure(
      'A browser was downloaded for the journeys, yet it does not start here: a system library is missing. ' +
        'Install Chromium with your system’s package manager, or name one in CHROMIUM_PATH.',
    )
  }
}

/** Playwright's command line, from the workspace of the journeys. */
const playwrightCli = inCheckout('e2e', 'node_modules', '@playwright', 'test', 'cli.js')

/**
 * A function that finds or installs the browser on its first call.
 * @param {string} node
 * @returns {() => Promise<string>} rejects with MissingTool where there is no browser
 */
export function findBrowserOnce(node, find = ensureChromium) {
  /** @type {Promise<string> | undefined} */
  let found
  return () =>
    (found ??= find(node).catch((error) => {
      throw error instanceof Failure ? new MissingTool(error.message) : error
    }))
}

/**
 * The program that runs journeys.
 * @param {string} node
 * @param {string} browser
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function journeys(node, browser, args, env) {
  return {
    command: node,
    args: [playwrightCli, 'test', ...args],
    env: { ...env, CHROMIUM_PATH: browser },
    cwd: inCheckout('e2e'),
  }
}
