import type { Messages } from '@lingui/core'

export { messages } from '@gatehouse/i18n/catalogues/login/es.po'

export const parts = import.meta.glob<{ messages: Messages }>('./*/es.po', {
  base: '../../../../../../packages/i18n/catalogues/portal',
})
