import { kyTransport } from '@gatehouse/api-client/ky-transport'
import { withServerClock } from '@gatehouse/api-client/server-clock'
import { createStaffApi } from '@gatehouse/api-client/staff-api'
import { chosenClient } from './chosen-client.ts'

export const { api, publicApi, guardApi, tokens, onSessionEnd } = createStaffApi(
  withServerClock(kyTransport()),
  chosenClient.get,
)
