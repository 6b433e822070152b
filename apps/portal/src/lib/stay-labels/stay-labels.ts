import type { StayRange } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const stayLabels: Record<StayRange, MessageDescriptor> = {
  under_5m: msg`Under 5 min`,
  '5m_10m': msg`5 to 10 min`,
  '10m_20m': msg`10 to 20 min`,
  '20m_30m': msg`20 to 30 min`,
  '30m_1h': msg`30 min to 1 h`,
  '1h_2h': msg`1 to 2 h`,
  '2h_4h': msg`2 to 4 h`,
  '4h_8h': msg`4 to 8 h`,
  '8h_24h': msg`8 to 24 h`,
  over_24h: msg`Over 24 h`,
}
