import type { Status } from '../looks/look.ts'
import { CautionIcon, DangerIcon, GoodIcon, type IconProps, InfoIcon, NeutralIcon } from './icons.tsx'

export type Kind = Status | 'neutral'

const icons = {
  good: GoodIcon,
  caution: CautionIcon,
  danger: DangerIcon,
  info: InfoIcon,
  neutral: NeutralIcon,
}

/** The one icon of a status: tick, triangle, octagon, i, or a dash; each has an outline of its own. */
export function StatusIcon({ kind, ...props }: IconProps & { kind: Kind }) {
  const Icon = icons[kind]
  return <Icon {...props} />
}
