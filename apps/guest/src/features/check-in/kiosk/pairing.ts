import { ApiError, isForeignResponse } from '@gatehouse/api-client/api-error'
import { api } from '../../../lib/api.ts'
import type { CheckInState } from '../check-in-store.ts'
import { readKioskToken, writeKioskToken } from '../kiosk-token.ts'
import { pairKioskEndpoint } from './kiosk-api.ts'

type Pairing = NonNullable<CheckInState['pairing']>

/** The code of a pairing link. It is in the URL fragment, which reaches no server and no log. */
export const pairingCodeIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('pair') ?? undefined

/** Pairs this tablet with a code from the portal, and stores its token. */
export async function pairTablet(machineId: string, code: string): Promise<Pairing> {
  try {
    const { kioskToken } = await api.call(pairKioskEndpoint, { body: { machineId, code } })
    writeKioskToken(machineId, kioskToken)
    return readKioskToken(machineId) === kioskToken ? 'paired' : 'failed'
  } catch (error) {
    const isRefused = error instanceof ApiError && !isForeignResponse(error)
    return isRefused && (error.status === 404 || error.status === 400) ? 'invalid' : 'failed'
  }
}
