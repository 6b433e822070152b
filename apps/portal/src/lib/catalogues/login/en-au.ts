import type { Messages } from '@lingui/core'

export { messages } from '@gatehouse/i18n/catalogues/login/en-au.po'

export const parts = import.meta.glob<{ messages: Messages }>('./*/en-au.po', {
  base: '../../../../../../packages/i18n/catalogues/portal',
})
