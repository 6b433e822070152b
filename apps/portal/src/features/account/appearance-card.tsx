import { BrandLogo } from '@gatehouse/ui/core/brand-logo'
import { Card } from '@gatehouse/ui/core/card'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pending } from '../../lib/failure.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import styles from './appearance.module.css'

/** The logo and the colour that visitors see. */
export function AppearanceCard({ aside }: { aside: ReactNode }) {
  const { data: client, ...query } = useQuery(ownClientQuery)
  return (
    <Card title={<Trans>Appearance</Trans>} aside={aside}>
      {client ? (
        <Facts
          facts={[
            {
              label: <Trans>Logo</Trans>,
              value:
                client.logo === null ? (
                  <Trans>None</Trans>
                ) : (
                  <BrandLogo name={client.name} logo={client.logo} height={40} />
                ),
            },
            {
              label: <Trans>Accent colour</Trans>,
              value:
                client.accent === null ? (
                  <Trans>Default of the look</Trans>
                ) : (
                  <span className={styles.colour}>
                    <svg className={styles.swatch} aria-hidden="true">
                      <rect width="100%" height="100%" fill={client.accent} />
                    </svg>
                    {client.accent}
                  </span>
                ),
            },
          ]}
        />
      ) : (
        <Pending title={<Trans>The client could not be loaded</Trans>} query={query} height={96} />
      )}
    </Card>
  )
}
