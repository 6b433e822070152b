import { logoUrl } from '@gatehouse/validation/brand'
import styles from './brand-logo.module.css'

export interface BrandLogoProps {
  name: string
  /** See `logoUrl`. */
  logo: string
  /** In pixels. */
  height: number
}

/** The logo of a client, on a light plate where the page is dark. */
export function BrandLogo({ name, logo, height }: BrandLogoProps) {
  const isSmall = height <= 40
  return (
    <img
      className={styles.logo}
      src={logoUrl(logo, isSmall ? 40 : 240)}
      srcSet={isSmall ? `${logoUrl(logo, 80)} 2x` : undefined}
      alt={name}
      height={height}
      decoding="async"
    />
  )
}
