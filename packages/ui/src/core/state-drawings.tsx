import { doorway, Drawing, type DrawingProps } from './drawings.tsx'

/** No matches: a magnifying glass over lines. */
export const NoMatchDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground="M56 30a21 21 0 1 0 0 42 21 21 0 0 0 0-42Z">
    <path d="M12 20h56M12 36h18M12 52h16M12 68h22" />
    <path d="M56 30a21 21 0 1 0 0 42 21 21 0 0 0 0-42ZM71.5 66.5 86 82" />
  </Drawing>
)

/** No access: a closed gate with a keyhole. */
export const LockedDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground={`${doorway}Z`}>
    <path d={`${doorway}M10 84h76M48 19v27M48 66v18`} />
    <path d="M48 48a5.5 5.5 0 0 0-3 10l-1.5 8h9L51 58a5.5 5.5 0 0 0-3-10Z" />
  </Drawing>
)

/** An invalid sign-in page: a torn QR code. */
export const UnavailableDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground="M14 14h22v22H14ZM60 14h22v22H60ZM14 60h22v22H14Z">
    <path d="M14 14h22v22H14ZM60 14h22v22H60ZM14 60h22v22H14ZM25 25v.1M71 25v.1M25 71v.1" />
    <path d="M48 14v10M48 36v12H36M14 48h10M60 48h8M60 60l22 22M82 60 60 82" />
  </Drawing>
)
