import { Trans } from '@lingui/react/macro'

interface EvacuationPointsProps {
  points: readonly { name: string; place: string }[]
  className?: string | undefined
}

/** Where to go in an evacuation. */
export function EvacuationPoints({ points, className }: EvacuationPointsProps) {
  if (points.length === 0)
    return (
      <p>
        <Trans>Follow the staff to the muster point.</Trans>
      </p>
    )
  return (
    <>
      <p>
        <Trans>Go to a muster point:</Trans>
      </p>
      <ul className={className}>
        {points.map(({ name, place }) => (
          <li key={name}>
            <strong>{name}</strong> {place}
          </li>
        ))}
      </ul>
    </>
  )
}
