import type { Admission } from '../lib/admission.ts'
import type { Database } from './client.ts'

/** How staff read what takes long: when they may, and on which connections. */
export interface Reads {
  admission: Admission
  db: Database
}
