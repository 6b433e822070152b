import { stringifySearch } from '@gatehouse/api-client/search-params'
import type { FoundItem, SearchKind } from '@gatehouse/validation/endpoints/search'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Building2, type LucideIcon, MapPin, QrCode, User } from 'lucide-react'

interface KindDeclaration {
  title: MessageDescriptor
  icon: LucideIcon
  /** Its page, or the list of its kind, filtered to it. */
  hrefOf: (found: FoundItem) => string
}

const inList = (page: string, search: string) => `${page}${stringifySearch({ search })}`

/** The kinds of the global search, in display order. */
export const kinds: Record<SearchKind, KindDeclaration> = {
  user: { title: msg`Users`, icon: User, hrefOf: ({ detail }) => inList('/user_management', detail) },
  site: { title: msg`Sites`, icon: MapPin, hrefOf: ({ id }) => `/site_management/${id}` },
  sign_in_method: {
    title: msg`Sign-in methods`,
    icon: QrCode,
    hrefOf: ({ name }) => inList('/machine_management', name),
  },
  client: { title: msg`Clients`, icon: Building2, hrefOf: ({ name }) => inList('/client_management', name) },
}
