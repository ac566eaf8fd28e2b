use kosumi::{go::*, rng::Rng, playout};
fn main(){
  let side: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
  let n: usize = std::env::args().nth(2).unwrap().parse().unwrap();
  let start = Board::new(Size::square(side)); let mut b = start.clone(); let mut rng=Rng::new(1);
  let t=std::time::Instant::now(); let mut moves=0; let mut bw=0;
  for _ in 0..n { b.copy_from(&start); moves+=playout::uniform(&mut b, Color::Black,&mut rng); bw += usize::from(b.stone_count(Color::Black)>b.stone_count(Color::White)); }
  let s=t.elapsed().as_secs_f64();
  println!("{:.0} k {:.2} Mmoves/s mean {:.1} bw {}", n as f64/s, moves as f64/s/1e6, moves as f64/n as f64, bw);
  let t=std::time::Instant::now();
  for _ in 0..n*10 { b.copy_from(std::hint::black_box(&start)); std::hint::black_box(&mut b);}
  println!("copy {:.1} ns", t.elapsed().as_secs_f64()/(n as f64*10.0)*1e9);
}
