import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Mark } from '@gatehouse/ui/core/mark'
import type { LookName } from '@gatehouse/validation/vocabulary'

/** The logo of the client; without one, the mark of the look. */
export function BrandMark({ look, size }: { look: LookName; size: number }) {
  const { brand } = runtimeConfig
  return brand?.logo ? (
    <BrandLogo name={brand.name} logo={brand.logo} height={size} />
  ) : (
    <Mark look={look} size={size} />
  )
}
