import { messages as australian } from '@gatehouse/i18n/catalogues/guest-hosts/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/guest-hosts/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/guest-hosts/es.po'
import { localeTags } from '@gatehouse/i18n/language-names'
import { i18n } from '@lingui/core'

// Few methods ask for a host, so these texts are loaded with the parts that show them.
i18n.load({ [localeTags['en-au']]: australian, [localeTags.en]: american, [localeTags.es]: spanish })
