import { stringifySearch } from '@gatehouse/api-client/search-params'
import type { FoundItem, SearchKind } from '@gatehouse/validation/endpoints/search'
import type { LookFeatures } from '../../lib/look-features.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Building2, type LucideIcon, LogOut, MapPin, QrCode, User, UserCheck } from 'lucide-react'

interface KindDeclaration {
  title: MessageDescriptor
  icon: LucideIcon
  /** Its page, or the list of its kind, filtered to it. */
  hrefOf: (found: FoundItem, features: LookFeatures) => string
}

const inList = (page: string, search: string) => `${page}${stringifySearch({ search })}`

/** A person at a site, in a list filtered to them, with their details open. */
const personIn = (page: string, { id, name, stay }: FoundItem) =>
  `${page}${stringifySearch({ search: name, site: stay?.site_id, row: id })}`

/** The kinds of the global search, in display order. */
export const kinds: Record<SearchKind, KindDeclaration> = {
  present: {
    title: msg`On site`,
    icon: UserCheck,
    hrefOf: (found, { checkedInUsers }) =>
      personIn(checkedInUsers ? '/checked_in_users' : '/access_log', found),
  },
  left: { title: msg`Left today`, icon: LogOut, hrefOf: (found) => personIn('/access_log', found) },
  user: { title: msg`Users`, icon: User, hrefOf: ({ detail }) => inList('/user_management', detail) },
  site: { title: msg`Sites`, icon: MapPin, hrefOf: ({ id }) => `/site_management/${id}` },
  sign_in_method: {
    title: msg`Sign-in methods`,
    icon: QrCode,
    hrefOf: ({ name }) => inList('/machine_management', name),
  },
  client: { title: msg`Clients`, icon: Building2, hrefOf: ({ name }) => inList('/client_management', name) },
}
