import { type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import overlayStyles from './overlay.module.css'

/**
 * The list below a combo box. It stays open while the page scrolls: it is positioned on the page, so it keeps beside its field. React Aria
 * closes it on every scroll, also on one that the list itself causes when it makes the page longer. Where another element scrolls the
 * field away, the list still closes.
 */
export function FieldPopover({ children }: { children: ReactNode }) {
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
        {children}
      </Popover>
    </OverlayTriggerStateContext>
  )
}

/** Whether an event is a scroll of the page that is being dispatched now. */
function isScrollOfPage(event: Event | undefined): boolean {
  return event?.target === document && event.eventPhase !== Event.NONE
}
