import type { Messages } from '@lingui/core'

export { messages } from '@gatehouse/i18n/catalogues/login/en.po'

export const parts = import.meta.glob<{ messages: Messages }>('./*/en.po', {
  base: '../../../../../../packages/i18n/catalogues/portal',
})
