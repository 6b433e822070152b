// The style sheets of a real page: what a person cannot see or reach, a test cannot either.
import './src/foundation.css'
import './src/tokens/desk.css'

// The margin of a page. Without one a list that floats over it would make it scroll, and close.
document.body.style.padding = '2rem'
