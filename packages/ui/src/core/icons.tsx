export interface IconProps {
  /** In pixels at the default text size, with which it grows; default 1em. */
  size?: number | undefined
  className?: string | undefined
}

/** @param d the lines, in a grid of 24 units */
export function Icon({ size, className, d }: IconProps & { d: string }) {
  const side = size === undefined ? undefined : `${size / 16}rem`
  return (
    <svg
      aria-hidden="true"
      className={className}
      width="1em"
      height="1em"
      style={{ width: side, height: side }}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  )
}

const ring = 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z'

export const GoodIcon = (props: IconProps) => <Icon {...props} d={`${ring}M7.5 12.4l3 3 6-6.4`} />

export const CautionIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M10.4 3.9 2.2 18a1.9 1.9 0 0 0 1.6 2.9h16.4a1.9 1.9 0 0 0 1.6-2.9L13.6 3.9a1.85 1.85 0 0 0-3.2 0ZM12 9.2v4.3M12 17.1v.05"
  />
)

export const DangerIcon = (props: IconProps) => (
  <Icon {...props} d="M8.1 2.5h7.8l5.6 5.6v7.8l-5.6 5.6H8.1l-5.6-5.6V8.1ZM12 7.4v5.4M12 16.5v.05" />
)

export const InfoIcon = (props: IconProps) => <Icon {...props} d={`${ring}M12 11v5.4M12 7.4v.05`} />

export const NeutralIcon = (props: IconProps) => <Icon {...props} d={`${ring}M8 12h8`} />

export const TickIcon = (props: IconProps) => <Icon {...props} d="m5 12.8 4.4 4.4L19.2 7" />

export const CloseIcon = (props: IconProps) => <Icon {...props} d="m6 6 12 12M18 6 6 18" />

export const ChevronIcon = (props: IconProps) => <Icon {...props} d="m6 9.5 6 6 6-6" />

export const PhoneIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M8.6 3.5H5.4a1.9 1.9 0 0 0-1.9 2.1 16.6 16.6 0 0 0 14.9 14.9 1.9 1.9 0 0 0 2.1-1.9v-3.2l-4.6-1.8-2 2a13.3 13.3 0 0 1-5.5-5.5l2-2Z"
  />
)

export const SunIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"
  />
)

export const MoonIcon = (props: IconProps) => (
  <Icon {...props} d="M20.5 14.2A8.7 8.7 0 1 1 9.8 3.5a7 7 0 0 0 10.7 10.7Z" />
)

/** Half light, half dark: follows the device. */
export const HalfIcon = (props: IconProps) => (
  <Icon {...props} d={`${ring}M12 2.5v19M12 7h7.5M12 12h9.5M12 17h7.5`} />
)

export const EyeIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M2 12c2.3-4.4 5.7-6.7 10-6.7S19.7 7.6 22 12c-2.3 4.4-5.7 6.7-10 6.7S4.3 16.4 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z"
  />
)

export const EyeOffIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M9.3 5.6a9.7 9.7 0 0 1 2.7-.3c4.3 0 7.7 2.3 10 6.7a15 15 0 0 1-2.6 3.5M6.3 7A14 14 0 0 0 2 12c2.3 4.4 5.7 6.7 10 6.7 1.9 0 3.6-.4 5.1-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18"
  />
)

export const GlobeIcon = (props: IconProps) => (
  <Icon
    {...props}
    d={`${ring}M2.5 12h19M12 2.5c2.6 2.6 3.9 5.8 3.9 9.5s-1.3 6.9-3.9 9.5c-2.6-2.6-3.9-5.8-3.9-9.5S9.4 5.1 12 2.5Z`}
  />
)
