import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemporaryFilesInMemory } from '@gatehouse/vite/memory-folder'

keepTemporaryFilesInMemory()

/** The data folder of a server of the journeys. */
export const dataFolder = (name: string): string => join(tmpdir(), 'gatehouse-e2e', name)
