import { type Ref, useState } from 'react'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

export interface AvatarProps {
  ref?: Ref<HTMLSpanElement> | undefined
  name: string
  /** A photo. Initials are shown until it is loaded, or if it fails. */
  src?: string | undefined
  /** In pixels. */
  size?: 24 | 32 | 40 | 64 | 96 | undefined
}

/** A face in a frame of fixed size. Decorative: the name is beside it. */
export function Avatar({ ref, name, src, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span
      ref={ref}
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden="true"
    >
      {initialsOf(name)}
      {src && src !== broken && (
        <img
          className={styles.photo}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}
