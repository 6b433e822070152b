import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

/** The folder of this checkout, absolute. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside this checkout. @param {...string} parts */
export const inCheckout = (...parts) => join(root, ...parts)

/**
 * The data folder of the settings, absolute: the environment has precedence over the file `.env`.
 */
export function dataFolder() {
  const envFile = inCheckout('.env')
  const written = existsSync(envFile) ? util.parseEnv(readFileSync(envFile, 'utf8')) : {}
  return resolve(root, (process.env.DATA_DIR ?? written.DATA_DIR) || '.data')
}

/**
 * The mode of the data folder. Under root PostgreSQL runs as another account, which has to traverse
 * it.
 */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** The file for a tool's output. @param {string} name */
export const logFile = (name) => join(dataFolder(), 'logs', `${name}.log`)

/** Reads one of the checkout's JSON files. @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
