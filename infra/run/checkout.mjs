import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout, absolute. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside this checkout. @param {...string} parts */
export const inCheckout = (...parts) => join(root, ...parts)

/** The mode of `.data`. Under root PostgreSQL runs as another account, which has to pass through. */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** The file for the output of a tool. @param {string} name */
export const logFile = (name) => inCheckout('.data', 'logs', `${name}.log`)

/** Reads one of the checkout's JSON files. @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
