import { rm } from 'node:fs/promises'

/** Starts the program on an empty data folder. */
const dataDir = process.env['DATA_DIR']
if (!dataDir?.includes('e2e')) throw new Error('DATA_DIR must be the folder of the journeys.')
await rm(dataDir, { recursive: true, force: true })
await import(new URL('../apps/api/src/main.ts', import.meta.url).href)
