import { messages as australian } from '@gatehouse/i18n/catalogues/kiosk/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/kiosk/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/kiosk/es.po'
import type { Messages } from '@lingui/core'
import type { Language } from '@gatehouse/validation/vocabulary'

export const kioskTexts: Record<Language, Messages> = { 'en-au': australian, en: american, es: spanish }
