import type { SearchKind } from '@gatehouse/validation/endpoints/search'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Building2, type LucideIcon, MapPin, QrCode, User } from 'lucide-react'

interface KindDeclaration {
  title: MessageDescriptor
  icon: LucideIcon
  /** The list of its kind, which is searched for the name. */
  page: string
}

/** What the search over everything finds, in this order. */
export const kinds: Record<SearchKind, KindDeclaration> = {
  user: { title: msg`Users`, icon: User, page: '/user_management' },
  site: { title: msg`Sites`, icon: MapPin, page: '/site_management' },
  sign_in_method: { title: msg`Sign-in methods`, icon: QrCode, page: '/machine_management' },
  client: { title: msg`Clients`, icon: Building2, page: '/client_management' },
}
