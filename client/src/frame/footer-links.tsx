import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';

export function FooterLinks() {
  return (
    <footer className="footer-links">
      <Link to={paths.about}>About!</Link>
      <Link to={paths.terms}>Terms of Service</Link>
      <Link to={paths.privacy}>Privacy Policy</Link>
    </footer>
  );
}
