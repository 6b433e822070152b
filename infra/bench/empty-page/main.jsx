import { createRoot } from 'react-dom/client'

/** As little as React can draw that somebody can type into. */
createRoot(document.getElementById('app')).render(
  <form>
    <h1>Empty</h1>
    <input aria-label="Name" />
  </form>,
)
