// The style sheets of a real page: what a person cannot see or reach, a test cannot either.
import './src/foundation.css'
import './src/tokens/desk.css'
