import { Icon, type IconProps } from '../core/icons.tsx'

const Lines = ({ size = 20, ...rest }: IconProps & { d: string }) => <Icon size={size} {...rest} />

export const MenuIcon = (props: IconProps) => <Lines {...props} d="M4 6.5h16M4 12h16M4 17.5h16" />
export const FoldIcon = (props: IconProps) => (
  <Lines
    {...props}
    d="M5.5 4h13A1.5 1.5 0 0 1 20 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4ZM9.5 4v16"
  />
)
export const SearchIcon = (props: IconProps) => (
  <Lines {...props} d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20 20" />
)
export const HiddenIcon = (props: IconProps) => (
  <Lines {...props} d="M3 12c2-4 5-6 9-6s7 2 9 6c-2 4-5 6-9 6s-7-2-9-6ZM5 5l14 14" />
)
export const BackIcon = (props: IconProps) => <Lines {...props} d="M19 12H5M11 6l-6 6 6 6" />
export const UpIcon = (props: IconProps) => <Lines {...props} d="M12 19V5M6 11l6-6 6 6" />
export const DownIcon = (props: IconProps) => <Lines {...props} d="M12 5v14M6 13l6 6 6-6" />
export const SortIcon = (props: IconProps) => <Lines {...props} d="m8 9.5 4-4 4 4M8 14.5l4 4 4-4" />
export const NextIcon = (props: IconProps) => <Lines {...props} d="m9.5 6 6 6-6 6" />
export const PreviousIcon = (props: IconProps) => <Lines {...props} d="m14.5 6-6 6 6 6" />
export const FilterIcon = (props: IconProps) => <Lines {...props} d="M4 7h16M7 12h10M10 17h4" />
export const LogIcon = (props: IconProps) => (
  <Lines {...props} d="M4 6h.01M4 12h.01M4 18h.01M9 6h11M9 12h11M9 18h11" />
)
export const CodeIcon = (props: IconProps) => (
  <Lines {...props} d="M4 4h5v5H4zM15 4h5v5h-5zM4 15h5v5H4zM12 4v8H4M20 12h-4v4M20 16v4h-4M12 16v4" />
)
export const QuestionsIcon = (props: IconProps) => (
  <Lines {...props} d="M8 4H5v17h14V4h-3M8 2.5h8v4H8zM8.5 12h.01M8.5 16.5h.01M12 12h4M12 16.5h4" />
)
export const AccountsIcon = (props: IconProps) => (
  <Lines {...props} d="M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 21a7 7 0 0 1 9-6.7M15 17h6M15 21h6" />
)
