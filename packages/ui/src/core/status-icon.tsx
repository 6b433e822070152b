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

/** The icon of a status: tick, triangle, octagon, i or dash, each with a different outline. */
export function StatusIcon({ kind, ...props }: IconProps & { kind: Kind }) {
  const Icon = icons[kind]
  return <Icon {...props} />
}
