import { type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { TickIcon } from '../core/icons.tsx'
import overlayStyles from './overlay.module.css'
import styles from './combo-box.module.css'

export interface Option {
  id: string
  label: string
  hint?: ReactNode
}

/**
 * The list of options below a combo box, and a note below it. Stays open while the page scrolls: it
 * is positioned on the page, so it stays beside its field. React Aria would close it on every
 * scroll, even one that the list causes by making the page longer. If another element scrolls, the
 * list still closes.
 */
export function FoundOptions({ note }: { note?: ReactNode }) {
  const state = use(OverlayTriggerStateContext)
  const lastScroll = useRef<Event>(undefined)
  useEffect(() => {
    const remember = (event: Event) => {
      lastScroll.current = event
    }
    addEventListener('scroll', remember, true)
    return () => removeEventListener('scroll', remember, true)
  }, [])
  const stayingOpen = useMemo(
    () =>
      state && {
        ...state,
        close: () => {
          if (!isScrollOfPage(lastScroll.current)) state.close()
        },
      },
    [state],
  )
  return (
    <OverlayTriggerStateContext value={stayingOpen}>
      <Popover className={overlayStyles.floating!} offset={4}>
        <ListBox<Option> className={overlayStyles.list!}>{(option) => <OptionRow option={option} />}</ListBox>
        {note && (
          <p className={styles.nothing} role="status">
            {note}
          </p>
        )}
      </Popover>
    </OverlayTriggerStateContext>
  )
}

/** Whether a scroll event of the page is being dispatched now. */
function isScrollOfPage(event: Event | undefined): boolean {
  return event?.target === document && event.eventPhase !== Event.NONE
}

function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={overlayStyles.item!}>
      {({ isSelected }) => (
        <>
          <span className={overlayStyles.itemWords}>
            {option.label}
            {option.hint && <span className={overlayStyles.itemHint}>{option.hint}</span>}
          </span>
          {isSelected && <TickIcon />}
        </>
      )}
    </ListBoxItem>
  )
}
