import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Toolbar } from '@gatehouse/ui/staff/toolbar'
import { looks, type LookName } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { ButtonSamples } from './button-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { FigureSamples } from './figure-samples.tsx'
import styles from './gallery-page.module.css'
import { ListSamples } from './list-samples.tsx'
import { NoticeSamples } from './notice-samples.tsx'
import { OverlaySamples } from './overlay-samples.tsx'
import { PassSamples, PictureSamples } from './picture-samples.tsx'

const widths = { '320': 320, '768': 768, full: undefined } as const
type Width = keyof typeof widths
type Shade = 'light' | 'dark'

interface GalleryPageProps {
  /** The page's look, the frame's initial one. */
  look: LookName
}

/** The components of packages/ui in all their states, in a frame with any look, theme and width. */
export function GalleryPage({ look: ownLook }: GalleryPageProps) {
  const { t } = useLingui()
  const [look, setLook] = useState(ownLook)
  const [shade, setShade] = useState<Shade>(() => (isPageDark() ? 'dark' : 'light'))
  const [width, setWidth] = useState<Width>('full')
  return (
    <>
      <PageHead
        title={t`Component Gallery`}
        description={
          <Trans>Every component in every state. Menus and windows use the look of the page.</Trans>
        }
      />
      <Toolbar label={t`Frame`}>
        <SegmentedControl
          label={t`Look`}
          value={look}
          options={looks.map((name) => ({ value: name, label: lookNames[name] }))}
          onChange={setLook}
        />
        <SegmentedControl<Shade>
          label={t`Appearance`}
          value={shade}
          options={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          onChange={setShade}
        />
        <SegmentedControl<Width>
          label={t`Width`}
          value={width}
          options={[
            { value: '320', label: '320' },
            { value: '768', label: '768' },
            { value: 'full', label: t`Full` },
          ]}
          onChange={setWidth}
        />
      </Toolbar>
      <div className={styles.frame} data-look={look} data-theme={shade} style={{ maxWidth: widths[width] }}>
        <ButtonSamples />
        <FieldSamples />
        <NoticeSamples />
        <OverlaySamples />
        <ListSamples />
        <FigureSamples />
        <PictureSamples look={look} />
        <PassSamples />
      </div>
    </>
  )
}

/** Proper names of the looks; they are the same in every language. */
const lookNames: Record<LookName, string> = { presence: 'Presence', pulse: 'Pulse', batbooth: 'Bat-booth' }

function isPageDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}
