import type { ReportCadence } from '@gatehouse/validation/endpoints/report-views'
import type { OnRoll, ReportName } from '@gatehouse/validation/endpoints/reports'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

export const reportLabels: Record<ReportName, MessageDescriptor> = {
  contacts: msg`Contacts of a person`,
  headcount: msg`Headcount of a day`,
  hours: msg`Hours by person`,
  roll: msg`Past roll`,
}

export const cadenceLabels: Record<ReportCadence, MessageDescriptor> = {
  daily: msg`Daily`,
  weekly: msg`Weekly`,
  monthly: msg`Monthly`,
}

export const kindLabels: Record<'user' | 'visitor', MessageDescriptor> = {
  user: msg`Staff`,
  visitor: msg`Visitors`,
}

export const stateLabels: Record<OnRoll['state'], MessageDescriptor> = {
  on_site: msg`Still on site`,
  left: msg({ message: 'Left', context: 'how many' }),
  signed_in_again: msg`Signed in again`,
  unknown: msg`Check-out time unknown`,
}
